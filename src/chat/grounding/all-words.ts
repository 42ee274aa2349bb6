/** "All", of orders. */
export const ALL_WORDS: ReadonlySet<string> = new Set(
  `
  all every everything alle alles todas todos todo toutes tous tout tutti tutte tutto все всё wszystkie alle alla tüm hepsini semua
  全部 所有 すべて 全て 모두 전부
`
    .trim()
    .split(/\s+/),
);
