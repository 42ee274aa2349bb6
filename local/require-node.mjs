// Plain JavaScript on purpose: an older Node cannot even read the TypeScript that it would guard.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Sextant's local stack needs Node 22.18 or newer, and this is ${process.version}. Run it through npm (npm start): npm brings its own Node.`,
  );
  process.exit(1);
}
