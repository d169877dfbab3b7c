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
      GANTRY_SERVER: 'address of the server; goes before the profile',
      GANTRY_PROFILE: 'profile to use',
      GANTRY_TOKEN: 'an access token for scripts; goes before the one that login keeps',
      GANTRY_TOKEN_FILE: 'a file that holds an access token',
      GANTRY_LOCALE: 'language: zh-CN or en-US; LC_ALL and LANG when not set',
      GANTRY_CONFIG_DIR: 'where profiles, tokens and aliases are stored',
      GANTRY_PAGER: 'the pager; PAGER when not set, and less without either',
      NO_COLOR: 'disables colors when set',
      FORCE_COLOR: 'enables colors outside a terminal too',
      HTTPS_PROXY: 'a proxy to go through; HTTP_PROXY and NO_PROXY are obeyed as well',
    },
    paths: {
      profiles: 'profiles: server, username, and whether it is production',
      session: 'the token of a sign-in, readable by its owner alone',
      aliases: 'manage command aliases',
      jobs: 'state of interrupted bulk jobs, used to resume them',
    },
    statuses: {
      done: 'done',
      failed: 'failed unexpectedly, or what was tried does not work',
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
