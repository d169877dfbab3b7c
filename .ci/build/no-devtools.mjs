// Stands in for react-devtools-core in the bundle: ink imports its default export, and uses it in development alone.
export default { initialize() {}, connectToDevTools() {} };
