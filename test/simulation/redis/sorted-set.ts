export type ScoredMember = { readonly member: string; readonly score: number };

/** Members with integer scores, in Redis' order: by score, then by the member's bytes. */
export type SortedSet = {
  readonly byMember: Map<string, ScoredMember>;
  readonly ordered: ScoredMember[];
};

/** True when the member is new. */
export function setScore({ byMember, ordered }: SortedSet, member: string, score: number): boolean {
  const known = byMember.get(member);
  if (known?.score === score) return false;
  if (known !== undefined) ordered.splice(placeOf(ordered, known.score, member), 1);
  const scored = { member, score };
  byMember.set(member, scored);
  ordered.splice(placeOf(ordered, score, member), 0, scored);
  return known === undefined;
}

export function removeMember({ byMember, ordered }: SortedSet, member: string): boolean {
  const known = byMember.get(member);
  if (known === undefined) return false;
  byMember.delete(member);
  ordered.splice(placeOf(ordered, known.score, member), 1);
  return true;
}

/**
 * The index of the first one that does not come before this score and member: where it is, or where
 * it belongs.
 */
export function placeOf(ordered: readonly ScoredMember[], score: number, member: string): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = ordered[middle]!;
    if (one.score < score || (one.score === score && one.member < member)) low = middle + 1;
    else high = middle;
  }
  return low;
}
