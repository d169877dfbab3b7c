/** Imported dynamically, so that the bundler puts the formatter in a chunk of its own: few lists have a JSON column. */
export { formatJson } from '@gantry/core';
