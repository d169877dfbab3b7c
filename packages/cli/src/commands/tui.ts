import process from 'node:process';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { enableCompileCache } from '../profile/compile-cache.ts';

export function fillTui(command: Command, context: Context): void {
  command.option('--ascii', context.t('cli.ascii'));
  command.option('--screen-reader', context.t('cli.screenReader'));
  command.action(async (flags: { ascii?: boolean; screenReader?: boolean }) => {
    if (!process.stdin.isTTY || !process.stdout.isTTY) throw new CliError(context.t('cli.tuiNoTty'), exitCodes.usage);
    enableCompileCache();
    // Connect while the interface is loading.
    const connecting = import('../tui/app/connect.ts').then(({ connect }) => connect(context));
    connecting.catch(() => undefined);
    const { startTui } = await import('../tui/app/start.tsx');
    await startTui(context, connecting, { ascii: flags.ascii === true, screenReader: flags.screenReader === true });
  });
}
