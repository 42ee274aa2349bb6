/** UTF-8 as one character per byte: how the keyspace holds text. */
export const toBytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
