/** The page's Content-Security-Policy has its hash; a test compares them. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;--page:#fff;--link:#0a58ca;--mark:#0f6b4f}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9aa4af;--line:#30363d;--panel:#161b22;--page:#0d1117;--link:#79b8ff;--mark:#5ad1a5}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif}
main,nav,header{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
a{color:var(--link)}
h1{margin:0}
h2{margin:3rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{margin:2.2rem 0 .3rem;font-size:1.05rem;overflow-wrap:anywhere}
h3 a{color:inherit;text-decoration:none}
h3 a:hover,h3 a:focus{text-decoration:underline}
h4{margin:1rem 0 .3rem;font-size:.9rem;color:var(--soft)}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow:auto;margin:.3rem 0}
pre.copy{user-select:all;-webkit-user-select:all;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.92rem;display:block;overflow:auto}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
nav ul{columns:2;padding-left:1.1rem}
@media(max-width:40rem){nav ul{columns:1}}
.method{color:var(--mark);font-weight:700}
.soft{color:var(--soft)}
section:target h3{background:var(--panel)}
footer{margin:3rem 0 2rem}
`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for pages and attributes. */
export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Nothing runs or loads; the hash allows the style. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'sha256-zfM1WAP8uYsY3qg0b4LJ4T4Ly7HjKVj/7mnE/eLco1Q='; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
