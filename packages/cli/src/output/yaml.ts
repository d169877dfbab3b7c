import { escapeJson } from '@gantry/core';
import { stringify } from 'yaml';

/** Data as YAML. In a file of its own, so that only those who ask for YAML load it. */
export function toYaml(data: unknown): string {
  // What is no plain text stands in double quotes, where DEL and C1 may be escaped too.
  return stringify(data).replace(/[\u007f-\u009f]/g, escapeJson);
}
