import { operatorChat } from "../messaging/operator-chat.ts";
import { indented } from "./indented.ts";
import type { Scene } from "./scene.ts";

const SENTENCE = "sell 500 USDC for ETH";

/** In confirm mode, the first one: words become an operation, which a button executes. */
export const chatScene: Scene = {
  title: "The operator pairs his private chat, and asks there for a swap",
  play: async ({ manifest, print }) => {
    const chat = await operatorChat(manifest);
    const [paired = ""] = await chat.pair();
    print(indented(paired.split("\n")[0] ?? ""));
    print(`\n     > ${SENTENCE}`);
    print(indented((await chat.say(SENTENCE)).join("\n")));
    print("\n     > [Approve]");
    print(`${indented((await chat.tap("approve")).join("\n"))}\n`);
  },
};
