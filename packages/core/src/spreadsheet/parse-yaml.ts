import { parse } from 'yaml';

/** Parses a YAML document. It is a separate module so that the parser is only loaded for YAML imports. */
export const parseYaml = (text: string): unknown => parse(text);
