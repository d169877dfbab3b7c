import { createTranslator } from '@gantry/core';
import type { CliKey } from '../../context/cli-key.ts';
import { describeFileProblem } from '../../context/system-words.ts';
import { FileError } from '../../output/save-stream.ts';
import { describeFailure } from './failure-words.ts';
import type { Tui } from './tui-context.ts';

/** What went wrong with a file, for people; the words for what a system says of files are read when they are needed. */
export async function describeFileError(error: unknown, { locale, t }: Pick<Tui, 'locale' | 't'>): Promise<string> {
  const { words } =
    locale === 'zh-CN' ? await import('@gantry/core/words/zh-CN/cli') : await import('@gantry/core/words/en-US/cli');
  const cause = error instanceof FileError ? error.cause : error;
  return describeFileProblem(cause, createTranslator<CliKey>(locale, words))?.reason ?? describeFailure(error, t);
}
