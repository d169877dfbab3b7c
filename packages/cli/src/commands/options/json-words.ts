/** Loaded dynamically, so that the bundler puts the formatter into its own chunk: few lists have a JSON column. */
export { formatJson } from '@gantry/core';
