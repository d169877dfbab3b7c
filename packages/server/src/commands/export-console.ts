import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Flags, UsageError } from '../command-line.ts';
import { createConsolePolicy, rebasePage } from '../platform/http/security-headers.ts';
import { webRoot } from '../web-root.ts';
import type { Terminal } from './terminal.ts';

/**
 * Files that are not exported: the API reference, which loads its document from its own server, and the page, which is rewritten.
 */
const omitted = /^docs([\\/]|$)|^index\.html\.(br|gz)$/;

/** The URL of the server for the console, without a trailing slash. */
function readApiUrl(flags: Flags): string {
  const given = flags.get('api-url');
  if (given === undefined) throw new UsageError('server.missingValue', { flag: '--api-url' });
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError('server.badValue', { flag: '--api-url', given });
  return url.href.replace(/\/+$/, '');
}

function readMediaHosts(flags: Flags): string[] {
  const hosts = (flags.get('media-hosts') ?? '')
    .split(',')
    .flatMap((host) => (host.trim() === '' ? [] : [host.trim()]));
  for (const given of hosts)
    if (!/^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/i.test(given))
      throw new UsageError('server.badValue', { flag: '--media-hosts', given });
  return hosts;
}

async function isNotEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}

/** Exports the console for a static host on another origin. Its pages may only call the server at `--api-url`. */
export async function exportConsoleCommand(
  basePath: string,
  folder: string,
  flags: Flags,
  terminal: Terminal,
): Promise<void> {
  const apiUrl = readApiUrl(flags);
  const policy = createConsolePolicy(new URL(apiUrl).origin, readMediaHosts(flags));
  const target = path.resolve(folder);
  if (!flags.has('force') && (await isNotEmpty(target)))
    throw new UsageError('server.folderNotEmpty', { folder: target });
  const page = await readFile(path.join(webRoot, 'index.html'), 'utf8').catch(() => {
    throw new UsageError('server.noConsoleBuilt');
  });
  await mkdir(target, { recursive: true });
  await cp(webRoot, target, { recursive: true, filter: (file) => !omitted.test(path.relative(webRoot, file)) });
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  const html = rebasePage(page, basePath).replace(/(?<=<meta charset="[^"]*"[^>]*>)/, () => meta);
  await writeFile(path.join(target, 'index.html'), html);
  await writeFile(path.join(target, 'config.json'), `${JSON.stringify({ apiBaseUrl: apiUrl }, null, 2)}\n`);
  terminal.localize('server.consoleExported', { folder: target, url: apiUrl });
}
