import type { StackManifest } from "../stack/stack-manifest.ts";
import type { Caller } from "./create-caller.ts";
import type { Credentials } from "./sign-in.ts";
import type { ChainView, Movement } from "./watch-chain.ts";

/**
 * What every scene plays with: the service, the chain 8453, the operator's proof, and what the
 * vault had at first.
 */
export type Stage = {
  manifest: StackManifest;
  api: Caller;
  chain: ChainView;
  credentials: Credentials;
  print(text: string): void;
  before: { balances: Movement[]; navPerUnit: string };
};

/**
 * A part of the play. What it prints comes out of answers and chains. `minutes`: by how much it
 * moves the stack's clock.
 */
export type Scene = { title: string; minutes?: number; play(stage: Stage): Promise<void> };
