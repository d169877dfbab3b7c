// Replaces react-devtools-core in the bundle: Ink imports it, but uses it only in development.
export default { initialize() {}, connectToDevTools() {} };
