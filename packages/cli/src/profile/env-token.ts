import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Translate } from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/file-problems.ts';

/** The name of the environment variable that provides the token; null when none does. */
export const getTokenVariable = (): string | null =>
  ['GANTRY_TOKEN', 'GANTRY_TOKEN_FILE'].find((name) => process.env[name]) ?? null;

/** Reads the token of the environment: GANTRY_TOKEN, else the content of the file in GANTRY_TOKEN_FILE; null for neither. */
export function readEnvToken(t: Translate<CliKey>): string | null {
  const { GANTRY_TOKEN, GANTRY_TOKEN_FILE } = process.env;
  if (GANTRY_TOKEN) return GANTRY_TOKEN;
  if (!GANTRY_TOKEN_FILE) return null;
  try {
    return readFileSync(GANTRY_TOKEN_FILE, 'utf8').trim() || null;
  } catch (error) {
    const reported = t('cli.describeFileProblem', { file: GANTRY_TOKEN_FILE, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason: reported }), exitCodes.usage);
  }
}
