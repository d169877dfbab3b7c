import { parse } from 'yaml';

/** The value of a YAML document. In a file of its own, so that only those who import YAML load its parser. */
export const parseYaml = (text: string): unknown => parse(text);
