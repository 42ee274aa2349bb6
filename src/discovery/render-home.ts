import { VERSION } from "../../schemas/version.ts";
import { DOCS_STYLE, htmlText } from "./docs-style.ts";

/** Page for people: the service, vaults, how to get one. Nothing loads or runs. */
export function renderHome(productName: string): string {
  const name = htmlText(productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${name} trades and manages on-chain asset vaults, behind shields.">
<title>${name}</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>${name}</h1>
<p class="soft">Trades and manages on-chain asset vaults for agents, dApps and people. Version ${VERSION}. <a href="/api/health">Health</a></p>
</header>
<main>
<h2>What this is</h2>
<p>An HTTP service that quotes, builds and, where a vault's owner has allowed it, sends a vault's transactions: swaps, sliced orders, liquidity, bridges, perpetuals. Each call is paid on its own in USDC on Base with x402; there is no account and no API key. Before anything is returned or sent, a price is compared with the vault's oracle and the loss to the vault is simulated; what costs too much is refused with its figures.</p>
<h2>What a vault is</h2>
<p>A vault, or smart pool, is a contract that holds assets for its holders and is run by its owner. The owner trades with it; the withdrawal of its assets and its ownership are never given to anybody else, this service included.</p>
<h2>How to get one</h2>
<ol>
<li>Ask for a new vault, in the chat or by the tool for it: the answer is a transaction that your own wallet signs and sends. The vault is yours.</li>
<li>Fund it, again with a transaction that your wallet signs.</li>
<li>Trade it with unsigned transactions, or delegate trading to the vault's agent wallet within limits that you set. You can revoke that at any time.</li>
</ol>
<h2>Where to read on</h2>
<ul>
<li><a href="/docs">Documentation of the API</a>, and the same as <a href="/openapi.json">OpenAPI 3.1</a></li>
<li><a href="/skill.md">Skill for AI agents</a>, <a href="/llms.txt">llms.txt</a>, and MCP at <code>/mcp</code></li>
<li><a href="/.well-known/x402">What is for sale</a>, and how it is paid</li>
<li><a href="/api/health">Health</a> of the service and of what it depends on</li>
</ul>
<h2 id="security">Security</h2>
<p>Please report a vulnerability privately and not in public: <a href="/.well-known/security.txt">security.txt</a> has the contact. Where it names this page, use the private vulnerability report of the repository that this service runs from, as its SECURITY.md says. Name the vault and the transaction where there is one, and never send a key.</p>
</main>
</body>
</html>
`;
}
