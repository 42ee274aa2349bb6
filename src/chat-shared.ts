import * as chainsSchema from "../schemas/chains.ts";
import * as createTwapOrderSchema from "../schemas/create-twap-order.ts";
import * as jsonSchemaOfFields from "../schemas/json-schema-of-fields.ts";
import * as primitivesSchema from "../schemas/primitives.ts";
import * as swapArgumentsSchema from "../schemas/swap-arguments.ts";
import * as parseCredentials from "./auth/parse-credentials.ts";
import * as findTool from "./calls/find-tool.ts";
import * as runTool from "./calls/run-tool.ts";
import * as tookEffect from "./calls/took-effect.ts";
import * as addresses from "./chain/addresses.ts";
import * as lookupToken from "./chain/lookup-token.ts";
import * as parseChain from "./chain/parse-chain.ts";
import * as errors from "./errors.ts";
import * as allow from "./lib/allow.ts";
import * as formatUnits from "./lib/format-units.ts";
import * as inPlainWords from "./lib/in-plain-words.ts";
import * as parseUnits from "./lib/parse-units.ts";
import * as refuse from "./lib/refuse.ts";
import * as buildVaultSwap from "./tools/build-vault-swap.ts";
import * as cancelTwapOrder from "./tools/cancel-twap-order.ts";
import * as createTwapOrder from "./tools/create-twap-order.ts";
import * as disableSwapShield from "./tools/disable-swap-shield.ts";
import * as enableSwapShield from "./tools/enable-swap-shield.ts";
import * as freezeVault from "./tools/freeze-vault.ts";
import * as getSwapQuote from "./tools/get-swap-quote.ts";
import * as listTwapOrders from "./tools/list-twap-orders.ts";
import * as pauseTwapOrder from "./tools/pause-twap-order.ts";
import * as registry from "./tools/registry.ts";
import * as resumeTwapOrder from "./tools/resume-twap-order.ts";
import * as revokeDelegation from "./tools/revoke-delegation.ts";
import * as setupDelegation from "./tools/setup-delegation.ts";
import * as switchChain from "./tools/switch-chain.ts";
import * as cancelInput from "./twap/cancel-input.ts";
import * as parseVenue from "./venues/parse-venue.ts";

/** What the chat's module takes from the Worker's script, by path. build/build-chat.mjs demands a line for each module that it imports. */
export const chatShared = {
  "schemas/chains.ts": chainsSchema,
  "schemas/create-twap-order.ts": createTwapOrderSchema,
  "schemas/json-schema-of-fields.ts": jsonSchemaOfFields,
  "schemas/primitives.ts": primitivesSchema,
  "schemas/swap-arguments.ts": swapArgumentsSchema,
  "src/auth/parse-credentials.ts": parseCredentials,
  "src/calls/find-tool.ts": findTool,
  "src/calls/run-tool.ts": runTool,
  "src/calls/took-effect.ts": tookEffect,
  "src/chain/addresses.ts": addresses,
  "src/chain/lookup-token.ts": lookupToken,
  "src/chain/parse-chain.ts": parseChain,
  "src/errors.ts": errors,
  "src/lib/allow.ts": allow,
  "src/lib/format-units.ts": formatUnits,
  "src/lib/in-plain-words.ts": inPlainWords,
  "src/lib/parse-units.ts": parseUnits,
  "src/lib/refuse.ts": refuse,
  "src/tools/build-vault-swap.ts": buildVaultSwap,
  "src/tools/cancel-twap-order.ts": cancelTwapOrder,
  "src/tools/create-twap-order.ts": createTwapOrder,
  "src/tools/disable-swap-shield.ts": disableSwapShield,
  "src/tools/enable-swap-shield.ts": enableSwapShield,
  "src/tools/freeze-vault.ts": freezeVault,
  "src/tools/get-swap-quote.ts": getSwapQuote,
  "src/tools/list-twap-orders.ts": listTwapOrders,
  "src/tools/pause-twap-order.ts": pauseTwapOrder,
  "src/tools/registry.ts": registry,
  "src/tools/resume-twap-order.ts": resumeTwapOrder,
  "src/tools/revoke-delegation.ts": revokeDelegation,
  "src/tools/setup-delegation.ts": setupDelegation,
  "src/tools/switch-chain.ts": switchChain,
  "src/twap/cancel-input.ts": cancelInput,
  "src/venues/parse-venue.ts": parseVenue,
};
