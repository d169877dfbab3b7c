import { stringify } from 'yaml';

/** Data as YAML. In a file of its own, so that only those who ask for YAML load it. */
export function toYaml(data: unknown): string {
  return stringify(data);
}
