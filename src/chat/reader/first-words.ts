/** The words with which a pattern begins, a bag's too. */
export const firstWords = (text: string): string[] =>
  (/^~?(?:\[[^\]]*\] )?([^\s[\]{}]+)/.exec(text)?.[1] ?? "").split("|").filter((word) => word !== "");
