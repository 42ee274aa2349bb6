import * as z from "zod";
import { allow } from "../../src/lib/verdict.ts";
import { defineTool, type Tool } from "../../src/tools/tool.ts";

const orderId = z.object({ id: z.int().min(1).describe("Id of the order.") });

/**
 * Tools as somebody may add them one day: each says all of itself, and nothing in the service knows
 * one of them.
 */
export const PLANTED: readonly Tool[] = [
  defineTool({
    name: "count_windows",
    aliases: ["windows"],
    description: "Counts the windows of a house, behind a glass of one's own choice.",
    category: "Houses",
    access: "anonymous",
    leastScope: "read",
    effect: "read",
    input: z.object({
      house: z.int().describe("Number of the house."),
      glass: z.string().optional().describe("What a human chooses."),
    }),
    example: { house: 1, glass: "green" },
    humanOwned: ["glass"],
    hints: { openWorld: false },
    model: { description: "Counts the windows of a house." },
    output: () => z.object({ count: z.int(), glass: z.string() }),
    run: async (_ctx, { house, glass = "clear" }) =>
      allow({
        message: `House ${house} has 7 windows of ${glass} glass.`,
        data: { count: 7, glass },
      }),
  }),
  defineTool({
    name: "reopen_order",
    description: "Reopens an order that was closed, at no cost.",
    category: "Houses",
    access: "operator",
    leastScope: "owner",
    effect: "state",
    input: orderId,
    example: { id: 1 },
    needsSignature: false,
    hints: { destructive: false, idempotent: true },
    model: {
      grounding: {
        acts: ["reopen"],
        fields: { id: { is: "number", after: "order" } },
        example: "reopen order 3",
      },
    },
    output: () => z.object({}),
    run: async (_ctx, { id }) => allow({ message: `Order ${id} was reopened.` }),
  }),
  defineTool({
    name: "loosen_order",
    description: "Loosens the limits of an order, which is its owner's to do.",
    category: "Houses",
    access: "operator",
    leastScope: "owner",
    effect: "state",
    input: orderId,
    example: { id: 1 },
    needsSignature: true,
    model: {
      grounding: {
        acts: ["loosen"],
        fields: { id: { is: "number", after: "order" } },
        example: "loosen order 3",
      },
    },
    output: () => z.object({}),
    run: async (_ctx, { id }) => allow({ message: `Order ${id} was loosened.` }),
  }),
  defineTool({
    name: "paint_house",
    description: "Paints a house in a colour that no model chooses.",
    category: "Houses",
    access: "operator",
    leastScope: "owner",
    effect: "state",
    input: z.object({ colour: z.string().describe("Any colour.") }),
    example: { colour: "red" },
    humanOwned: ["colour"],
    needsSignature: true,
    model: "hidden",
    output: () => z.object({ colour: z.string() }),
    run: async (_ctx, { colour }) =>
      allow({ message: `The house is ${colour}.`, data: { colour } }),
  }),
];
