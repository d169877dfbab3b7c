import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

test.each([
  ['', 'serve', [], {}],
  ['serve', 'serve', [], {}],
  ['--port 0 --host=::1', 'serve', [], { port: '0', host: '::1' }],
  ['backup out.gantry --data d', 'backup', ['out.gantry'], { data: 'd' }],
  ['--data d restore in.gantry --force', 'restore', ['in.gantry'], { data: 'd', force: 'true' }],
  ['admin create --username a --password-stdin', 'admin create', [], { username: 'a', 'password-stdin': 'true' }],
  ['snapshot migration notice', 'snapshot migration', ['notice'], {}],
  ['restore --help', 'help', [], {}],
  ['admin --help', 'help', [], {}],
  ['help', 'help', [], {}],
  ['-h', 'help', [], {}],
])('%j runs %s', (typed, command, words, flags) => {
  const line = readCommandLine(typed.split(' ').filter(Boolean));
  expect({ ...line, flags: Object.fromEntries(line.flags) }).toEqual({ command, words, flags });
});

test.each([
  ['--prot 1', 'server.unknownFlag', '--prot'],
  ['-p 1', 'server.unknownFlag', '-p'],
  ['sevre', 'server.unknownFlag', 'sevre'],
  ['admin', 'server.unknownFlag', 'admin'],
  ['admin remove', 'server.unknownFlag', 'admin remove'],
  ['restore a b', 'server.unknownFlag', 'b'],
  ['serve x', 'server.unknownFlag', 'x'],
  ['--force', 'server.unknownFlag', '--force'],
  ['migrate --username a', 'server.unknownFlag', '--username'],
  ['--help=yes', 'server.unknownFlag', '--help'],
  ['--port', 'server.missingValue', '--port'],
  ['--port --host a', 'server.missingValue', '--port'],
  ['--data=', 'server.missingValue', '--data'],
  ['backup', 'server.missingValue', 'backup'],
])('%j is refused and says why', (typed, key, about) => {
  expect(() => readCommandLine(typed.split(' '))).toThrow(
    expect.objectContaining({
      key,
      params: expect.objectContaining({ [key.endsWith('Flag') ? 'given' : 'flag']: about }),
    }),
  );
});
