import { escapeJson } from '@gantry/core';
import { stringify } from 'yaml';

/** Formats data as YAML. In a file of its own, so that the library is loaded only for YAML output. */
export function toYaml(data: unknown): string {
  // Texts with special characters are in double quotes, where DEL and C1 can be escaped as well.
  return stringify(data).replace(/[\u007f-\u009f]/g, escapeJson);
}
