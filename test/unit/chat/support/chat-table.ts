import { CLEAR_COMMANDS, COMMAND_CLASSES } from "../corpus/clear-commands.ts";
import { NOT_COMMAND_REASONS, NOT_COMMANDS } from "../corpus/not-commands.ts";
import { isWanted } from "./is-wanted.ts";
import { rightCall, wrongCalls } from "./proposed-calls.ts";
import { type ProposedOutcome, proposedOutcome } from "./proposed-outcome.ts";

/**
 * Messages, or calls proposed for them, by what they came to. `wrong`: something else than was
 * wanted ran.
 */
export type TableRow = { name: string; of: number; wrong: number } & Record<
  ProposedOutcome["kind"],
  number
>;

/**
 * What becomes of the clear commands, by class: without a model, or with one that rightly proposes
 * the call.
 */
export async function clearTable(reader: {
  model: boolean;
  grammar: boolean;
}): Promise<TableRow[]> {
  return tableOf(
    COMMAND_CLASSES,
    CLEAR_COMMANDS.map(({ of, text, wants }) => ({
      name: of,
      outcome: proposedOutcome(text, reader.model ? rightCall(wants) : undefined, reader),
      isRight: ({ kind, call }) =>
        kind === "offer" ||
        call === undefined ||
        // Which chain is read is a model's to say.
        (!reader.grammar && !WRITES.includes(call.tool)) ||
        isWanted([withOwn(call)], { ...wants, args: withOwn(wants).args }),
    })),
  );
}

/**
 * What becomes of calls that are off by one mistake, where the model alone reads: by kind of
 * mistake. Of reads nothing is wrong but the answer.
 */
export function wrongTable(): Promise<TableRow[]> {
  const cases = CLEAR_COMMANDS.flatMap(({ text, wants }) =>
    WRITES.includes(wants.tool) ? wrongCalls(wants).map((wrong) => ({ ...wrong, text })) : [],
  );
  return tableOf(
    MISTAKES,
    cases.map(({ mistake, text, call }) => ({
      name: mistake,
      outcome: proposedOutcome(text, call, { grammar: false }),
      isRight: ({ kind }) => kind !== "act",
    })),
  );
}

/**
 * What becomes of messages that are no commands, where a model proposes for each the calls of all
 * clear commands: by the worst of them.
 */
export function notTable(): Promise<TableRow[]> {
  const calls = [
    ...new Map(
      CLEAR_COMMANDS.map(({ wants }) => [JSON.stringify(rightCall(wants)), rightCall(wants)]),
    ).values(),
  ];
  const writes = calls.filter(({ tool }) => WRITES.includes(tool));
  return tableOf(
    NOT_COMMAND_REASONS,
    NOT_COMMANDS.map(({ why, text, answer }) => ({
      name: why,
      outcome: worstOf(writes.map((call) => proposedOutcome(text, call, { grammar: false }))),
      // What takes back, asks, tells or is disguised is no card either.
      isRight: ({ kind }) => kind !== "act" && (answer !== "words" || kind !== "offer"),
    })),
  );
}

const WRITES = (
  "build_vault_swap create_twap_order cancel_twap_order pause_twap_order resume_twap_order " +
  "skip_twap_slice freeze_vault"
).split(" ");
const MISTAKES = [
  "amount",
  "token",
  "side",
  "count",
  "interval",
  "venue",
  "chain",
  "id",
  "deed",
] as const;
const KINDS = ["act", "offer", "ask", "words"] as const;

async function worstOf(outcomes: Promise<ProposedOutcome>[]): Promise<ProposedOutcome> {
  const all = await Promise.all(outcomes);
  const worst = KINDS.flatMap((kind) => all.filter((one) => one.kind === kind))[0];
  if (worst === undefined) throw new Error("no outcome");
  return worst;
}

/** Whether an order executes by itself is the words' to say, and is tested with them. */
const withOwn = <C extends { args: Readonly<Record<string, unknown>> }>(call: C): C => {
  const { autoExecute: _, ...args } = call.args;
  return { ...call, args };
};

type Case = {
  name: string;
  outcome: Promise<ProposedOutcome>;
  isRight: (outcome: ProposedOutcome) => boolean;
};

async function tableOf(names: readonly string[], cases: readonly Case[]): Promise<TableRow[]> {
  const rows = new Map(
    names.map((name) => [name, { name, of: 0, wrong: 0, act: 0, offer: 0, ask: 0, words: 0 }]),
  );
  for (const { name, outcome, isRight } of cases) {
    const row = rows.get(name);
    if (row === undefined) throw new Error(`no row ${name}`);
    const became = await outcome;
    row.of += 1;
    row[became.kind] += 1;
    if (!isRight(became)) row.wrong += 1;
  }
  return [...rows.values()];
}
