import type { RpcCall, RpcOutcome } from "./rpc-call.ts";

type Calls = readonly RpcCall<unknown>[];
/** Undefined where nothing usable came. */
export type BatchAnswer = { outcomes: RpcOutcome<unknown>[]; size: number } | "too_large" | undefined;
/** Left to one Worker call beyond all subrequest plans, shared by its chains. */
export type SpareRequests = { left: number };

type Piece = { index: number; weight: number }[];

/** A few giants among a hundred calls are set apart by these; the rest is unanswered. */
const MAX_REQUESTS = 8;
/** With the last answer, two whole ones of 8 MiB are the most that is held. */
const MAX_SIZE = 8 * 1024 * 1024;

/**
 * One node again for a batch whose answer was too large, in pieces of half its weight each, one after another, the lightest calls first: a
 * contract that writes megabytes into its logs is read last. A call that is too large alone, and what the bounds leave out, has no outcome;
 * undefined where nothing was answered at all.
 */
export async function askInPieces(
  calls: Calls,
  ask: (calls: RpcCall<unknown>[]) => Promise<BatchAnswer>,
  spare: SpareRequests,
): Promise<(RpcOutcome<unknown> | undefined)[] | undefined> {
  const outcomes: (RpcOutcome<unknown> | undefined)[] = calls.map(() => undefined);
  // One more each: calls without a weight are halved by their number.
  const all = calls.map(({ weight = 0 }, index) => ({ index, weight: weight + 1 }));
  let waiting = halvesOf(all.toSorted((a, b) => a.weight - b.weight));
  let size = 0;
  for (let requests = 0; requests < MAX_REQUESTS && size < MAX_SIZE && spare.left > 0; requests += 1) {
    const [piece, ...others] = waiting;
    if (piece === undefined) break;
    spare.left -= 1;
    const answer = await ask(piece.flatMap(({ index }) => calls[index] ?? []));
    // A node that falls silent is not waited for once more.
    if (answer === undefined) break;
    waiting = others;
    if (answer === "too_large") {
      // Sorting is stable: among equals the larger pieces, which are older, come first.
      waiting = [...others, ...halvesOf(piece)].toSorted((a, b) => meanOf(a) - meanOf(b));
      continue;
    }
    size += answer.size;
    for (const [n, { index }] of piece.entries()) outcomes[index] = answer.outcomes[n];
  }
  return size === 0 ? undefined : outcomes;
}

/** Sorted by weight: the light ones that make up to half of it, and the others. One call has no halves. */
function halvesOf(piece: Piece): Piece[] {
  if (piece.length < 2) return [];
  const half = weightOf(piece) / 2;
  let sum = 0;
  const cut = piece.findIndex(({ weight }) => {
    sum += weight;
    return sum > half;
  });
  return [piece.slice(0, cut), piece.slice(cut)];
}

const weightOf = (piece: Piece): number => piece.reduce((sum, { weight }) => sum + weight, 0);
const meanOf = (piece: Piece): number => weightOf(piece) / piece.length;
