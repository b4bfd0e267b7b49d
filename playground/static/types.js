/**
 * The shapes of what the server sends (see ../PAGE.md). Types only: this module holds no code.
 *
 * @typedef {string} Id A snowflake: digits. Newer ids are greater (compare with `compareIds`).
 *
 * @typedef {{letter: string, colour: string}} Avatar
 *
 * @typedef {object} User
 * @property {Id} id
 * @property {string} username
 * @property {string} display
 * @property {string} [locale]
 * @property {boolean} bot
 * @property {Avatar} avatar
 * @property {boolean} [dms_open]
 * @property {boolean} [installed] Whether they have added the app to their own account.
 * @property {boolean} [online] Known of the bot only.
 *
 * @typedef {object} Channel
 * @property {Id} id
 * @property {number} type 0 text, 1 direct messages, 3 private group, 11 public thread, 12 private thread, 15 forum
 * @property {Id | null} guild_id
 * @property {Id | null} parent_id
 * @property {string} name
 * @property {string | null} topic
 * @property {number} position
 * @property {boolean} archived
 * @property {boolean} locked
 * @property {Id | null} last_message_id
 * @property {Id[]} people Who is in a private group.
 * @property {string[]} tags Those of a post, or those that a forum has.
 *
 * @typedef {object} ScheduledEvent
 * @property {Id} id
 * @property {string} name
 * @property {string | null} description
 * @property {string} location
 * @property {string} start
 * @property {string} end
 * @property {boolean} active Whether it has begun.
 *
 * @typedef {object} Guild
 * @property {Id} id
 * @property {string} name
 * @property {string} preferred_locale
 * @property {Id[]} members
 * @property {{id: Id, name: string}[]} roles
 * @property {Channel[]} channels
 * @property {ScheduledEvent[]} events
 *
 * @typedef {{me?: User, bot: User, users: User[], guilds: Guild[], dms?: Channel[]}} State
 *
 * @typedef {object} Attachment
 * @property {Id} id
 * @property {string} filename
 * @property {string | null} [description] The alternative text.
 * @property {string} [content_type]
 * @property {number} size
 * @property {string} url
 * @property {number} [width]
 * @property {number} [height]
 *
 * @typedef {{name: string | null, id: Id | null, animated?: boolean}} Emoji
 * @typedef {{url: string, width?: number, height?: number}} Media
 *
 * @typedef {object} Embed
 * @property {string} [title]
 * @property {string} [description]
 * @property {string} [url]
 * @property {number} [color]
 * @property {string} [timestamp]
 * @property {{name: string, url?: string, icon_url?: string}} [author]
 * @property {{text: string}} [footer]
 * @property {Media} [image]
 * @property {Media} [thumbnail]
 * @property {{name: string, value: string, inline?: boolean}[]} [fields]
 *
 * @typedef {object} SelectOption
 * @property {string} label
 * @property {string} value
 * @property {string | null} [description]
 * @property {Emoji | null} [emoji]
 * @property {boolean} [default]
 *
 * @typedef {object} Component Any of Discord's components: which properties it has, `type` tells.
 * @property {number} type
 * @property {number} [id]
 * @property {string} [custom_id]
 * @property {Component[]} [components]
 * @property {Component} [component]
 * @property {Component} [accessory]
 * @property {number} [style]
 * @property {string} [label]
 * @property {Emoji | null} [emoji]
 * @property {string} [url]
 * @property {boolean} [disabled]
 * @property {string | null} [placeholder]
 * @property {number} [min_values]
 * @property {number} [max_values]
 * @property {SelectOption[]} [options]
 * @property {{id: Id, type: string}[]} [default_values]
 * @property {number[]} [channel_types]
 * @property {string} [content]
 * @property {Media} [media]
 * @property {Media} [file]
 * @property {string} [name]
 * @property {string | null} [description]
 * @property {boolean} [spoiler]
 * @property {{media: Media, description?: string | null, spoiler?: boolean}[]} [items]
 * @property {boolean} [divider]
 * @property {number} [spacing]
 * @property {number | null} [accent_color]
 * @property {number | null} [min_length]
 * @property {number | null} [max_length]
 * @property {boolean} [required]
 * @property {string | null} [value]
 * @property {boolean} [default]
 *
 * @typedef {object} Message
 * @property {Id} id
 * @property {Id} channel_id
 * @property {number} type
 * @property {User} author
 * @property {string} content
 * @property {string} timestamp
 * @property {string | null} edited_timestamp
 * @property {User[]} mentions
 * @property {Embed[]} embeds
 * @property {Attachment[]} attachments
 * @property {Component[]} components
 * @property {number} flags
 * @property {boolean} ephemeral
 * @property {boolean} thinking
 * @property {{id: Id, type: number, name: string | null, names: Record<string, string>, user: User} | null} [interaction_metadata]
 * @property {{message_id?: Id} | null} [message_reference]
 * @property {Message | null} [referenced_message]
 * @property {Channel | null} [thread]
 *
 * @typedef {{name: string, display: string, value: string | number}} Choice
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {string} display
 * @property {string} description
 * @property {number} type
 * @property {boolean} required
 * @property {boolean} autocomplete
 * @property {Choice[]} choices
 * @property {number | null} min_value
 * @property {number | null} max_value
 * @property {number | null} min_length
 * @property {number | null} max_length
 * @property {number[]} channel_types
 *
 * @typedef {object} Command
 * @property {Id} command
 * @property {number} type 1 slash command, 2 context menu of a user, 3 context menu of a message
 * @property {string} name
 * @property {string} display
 * @property {string} description
 * @property {Option[]} options
 *
 * @typedef {object} Page What the parts of the page share.
 * @property {import("./state.js").Store} store
 * @property {import("./interactions.js").Interactions} interactions
 * @property {(channel: Id, closeDrawer?: boolean) => Promise<void>} go Shows a channel; its messages are there in the end.
 * @property {(user: User, anchor: HTMLElement | {x: number, y: number}) => void} userMenu
 * @property {(message: Message, anchor: HTMLElement | {x: number, y: number}) => void} messageMenu
 * @property {(text: string) => void} write Writes into the command line, for the user to go on.
 * @property {(text: string) => void} send Sends a text at once: a message, or a command.
 * @property {(command: Command, target: Id) => void} runOn Runs a command of a context menu.
 *
 * @typedef {{interaction: Id, channel_id: Id, custom_id: string, title: string, components: Component[]}} ModalForm
 */

export {};
