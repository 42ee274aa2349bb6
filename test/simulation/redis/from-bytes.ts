/** The text behind one character per byte. */
export const fromBytes = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");
