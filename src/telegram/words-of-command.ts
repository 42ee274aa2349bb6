/** Short for words of the chat's own grammar; `id`: with the number of an order. */
const WORDS: Readonly<Record<string, { words: string; id?: true }>> = {
  order: { words: "show order", id: true },
  skip: { words: "skip the next slice of order", id: true },
  triggers: { words: "list my triggers" },
  limits: { words: "show my limits" },
};
const ORDER_ID = /^#?([1-9][0-9]{0,8})$/;

/** As its operator could have written it; undefined where it is none of these, or has not what it needs. */
export function wordsOfCommand(name: string, argument: string): string | undefined {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (known === undefined) return undefined;
  if (known.id === undefined) return argument === "" ? known.words : undefined;
  const id = ORDER_ID.exec(argument)?.[1];
  return id === undefined ? undefined : `${known.words} ${id}`;
}
