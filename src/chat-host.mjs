/**
 * Where the Worker's script leaves what the chat's module takes from it (src/create-chat.ts). A module of its own, because neither of the two can
 * import the other: what is uploaded beside the script cannot name it.
 */
export const host = {};
