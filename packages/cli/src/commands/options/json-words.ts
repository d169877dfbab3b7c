/** Few lists have JSON in them: what puts it in words is loaded for those. */
export { formatJson } from '@gantry/core';
