/** "list_twap_orders" is "List TWAP orders". */
export function titleOf(name: string): string {
  const words = name.split("_").map((word) => (word === "twap" ? "TWAP" : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
