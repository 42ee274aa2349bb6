import type { SpokenField } from "../../tools/spoken-call.ts";

const EXIT = "close exit out reduce decrease trim take back remove withdraw".split(" ");

/** Words that stand for an argument of these fields, so that one which no argument takes refuses: "sell" beside a buy, "ioc" beside none. */
export function claimedWords(fields: Readonly<Record<string, SpokenField>>): Set<string> {
  return new Set(
    Object.values(fields).flatMap((field) => {
      if (field.is === "side") return ["long", "short", ...(field.of === "trade" ? ["buy", "sell"] : [])];
      if (field.is === "choice") return Object.values(field.said).flatMap((said) => said.join(" ").split(" "));
      return field.is === "exit" ? EXIT : [];
    }),
  );
}
