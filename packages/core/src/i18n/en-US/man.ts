import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/man.ts';

export const words: WordsLike<typeof zh> = {
  man: {
    name: 'NAME',
    synopsis: 'SYNOPSIS',
    commands: 'COMMANDS',
    options: 'OPTIONS',
    ofEvery: 'Options of every command, exit statuses and variables are in gantry(1).',
    environment: 'ENVIRONMENT',
    files: 'FILES',
    exitStatus: 'EXIT STATUS',
    examples: 'EXAMPLES',
    seeAlso: 'SEE ALSO',
    variables: {
      GANTRY_SERVER: 'server URL; overrides the profile',
      GANTRY_PROFILE: 'profile to use',
      GANTRY_TOKEN: 'access token for scripts; overrides the token stored by login',
      GANTRY_TOKEN_FILE: 'path of a file that contains an access token',
      GANTRY_LOCALE: 'language: zh-CN or en-US; defaults to LC_ALL and LANG',
      GANTRY_CONFIG_DIR: 'where profiles, tokens and aliases are stored',
      GANTRY_PAGER: 'pager; defaults to PAGER, then less',
      NO_COLOR: 'disables colors when set',
      FORCE_COLOR: 'enables colors outside a terminal',
      HTTPS_PROXY: 'proxy to use; HTTP_PROXY and NO_PROXY are also supported',
    },
    paths: {
      profiles: 'profiles: server, username, and whether it is production',
      session: 'session token, readable only by its owner',
      aliases: 'manage command aliases',
      jobs: 'state of interrupted bulk jobs, used to resume them',
    },
    statuses: {
      done: 'done',
      failed: 'failed unexpectedly, or the tested setup does not work',
      usage: 'wrong usage or invalid input',
      partly: 'partly done, or waiting for a second person',
      signIn: 'sign in first',
      denied: 'not allowed',
      notFound: 'not found, or no record matches',
      later: 'try again later',
      unreachable: 'the server cannot be reached',
      conflict: 'conflict: changed by someone else, in another state, or balance too low',
      interrupted: 'interrupted',
    },
  },
};
