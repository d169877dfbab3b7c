import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { makeFolder } from '../../profile/config-directory.ts';
import type { BuildProgram } from '../build-program.ts';
import type { Page } from './man-pages.ts';

/** The folder of each language, below a folder of manuals. */
const folders: Readonly<Record<Locale, string>> = { 'en-US': 'man1', 'zh-CN': join('zh_CN', 'man1') };

async function getPagesIn(locale: Locale, { version }: Context, buildProgram: BuildProgram): Promise<Page[]> {
  const [{ createContext }, { addExamples }, { createPages }, { words }] = await Promise.all([
    import('../../context/context.ts'),
    import('./help-parts.ts'),
    import('./man-pages.ts'),
    locale === 'zh-CN' ? import('@gantry/core/words/zh-CN/man') : import('@gantry/core/words/en-US/man'),
  ]);
  // `man` as the command name loads the texts of every command.
  const context = await createContext(['man', '--locale', locale], version);
  const program = await buildProgram(context, [], true);
  for (const command of program.commands)
    for (const leaf of command.commands.length > 0 ? command.commands : [command])
      addExamples(leaf, command.name(), context);
  return createPages(program, { version, words: words.man });
}

async function writeAll(folder: string, context: Context, buildProgram: BuildProgram): Promise<void> {
  let count = 0;
  for (const locale of Object.keys(folders) as Locale[]) {
    const place = join(folder, folders[locale]);
    const pages = await getPagesIn(locale, context, buildProgram);
    try {
      makeFolder(place, 0o755);
      for (const { name, content } of pages) writeFileSync(join(place, `${name}.1`), content);
    } catch (error) {
      const { describeReason } = await import('../../context/file-problems.ts');
      const reason = describeReason(error, context.t);
      throw new CliError(context.t('cli.fileRejected', { file: place, reason }), exitCodes.usage);
    }
    count += pages.length;
  }
  context.note(context.t('shell.manWritten', { count, folder }));
}

async function writeOne(name: string, context: Context, buildProgram: BuildProgram): Promise<void> {
  const pages = await getPagesIn(context.locale, context, buildProgram);
  const page = pages.find((one) => one.name === name);
  if (!page)
    throw new CliError(context.t('cli.unknownCommand', { name: name.replace(/^gantry-/, '') }), exitCodes.usage);
  await context.write(page.content);
}

/** `man`: prints one page, or writes all pages in both languages to a folder. */
export function fillMan(command: Command, context: Context, buildProgram: BuildProgram): void {
  const { t } = context;
  command
    .argument('[command]', t('shell.manCommand'))
    .option('--dir <folder>', t('shell.manFolder'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry man order | man -l -\n  gantry man --dir ~/.local/share/man && man gantry-order`,
    )
    .action(async (name: string | undefined, flags: { dir?: string }) => {
      if (flags.dir !== undefined) return writeAll(flags.dir, context, buildProgram);
      await writeOne(name === undefined ? 'gantry' : `gantry-${name}`, context, buildProgram);
    });
}
