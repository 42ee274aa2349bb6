import { TABLES } from "../../src/tables.ts";

const LINKS = Object.values(TABLES.chains).map(({ explorer }) => `${explorer}/tx/`);

/** Of links to public explorers, which cannot know a local chain, the hash alone. */
export const withoutExplorers = (text: string): string =>
  LINKS.reduce((left, link) => left.replaceAll(link, ""), text);
