/** @example factsText({ size: "0.5 BTC", averagePrice: "60010" }) // "size 0.5 BTC, average price 60010" */
export const factsText = (facts: Readonly<Record<string, string>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`)
    .join(", ");
