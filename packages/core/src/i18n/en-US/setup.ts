import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/setup.ts';

/** Words of the commands for settings, sessions and profiles, loaded by them alone. */
export const words: WordsLike<typeof zh> = {
  config: {
    export: 'print the console appearance settings (the JSON that the console copies)',
    get: 'read settings',
    set: 'change a setting',
    ambiguous: '{{key}} is in several groups; name one of them:',
    unchanged: '{{key}} already has this value. Nothing was written.',
    value: 'what it becomes; several for a list, - for standard input, @file for a file',
    add: 'add to the list what is not in it',
    remove: 'take out of the list',
    history: 'who changed settings, when, and from what to what; all of them, a group, or one setting',
    key: 'a group, or a setting of it',
    restore: 'put a group of settings back to what it was before a change',
    reset: 'reset a settings group or a single setting to its default; undo with config restore',
    confirmReset: 'Give {{group}} its defaults?',
    wasReset: '{{group}} has its defaults',
    defaultAlready: 'It has its defaults already; secrets stay as they are',
    change: 'id of the change, from config history',
    time: 'Time',
    by: 'By',
    setting: 'Setting',
    noChange: 'There is no change #{{id}}',
    same: 'Already in this state. Secrets are never restored.',
    confirmRestore: 'Put {{group}} back to what it was before {{time}}?',
    restored: '{{group}} is as it was before {{time}}',
    test: 'try out what a group of settings says, such as a test mail',
    testActions: 'Actions',
    testFailed: 'it does not work',
    input: 'what the trial asks for, as name=value; again for more',
    all: 'all settings (without secrets)',
  },
  profile: {
    useNow: 'make it the default profile',
    active: 'Profile in use: {{name}}',
    other:
      'Stored as profile {{name}}; the default is still {{active}}. Use --profile {{name}}, or switch: gantry profile use {{name}}',
    ofEnvironment: 'none: server and token are given by the environment',
    production: 'production',
    server: 'Server',
    name: 'Profile',
    areas: 'Permissions',
    allAreas: 'all areas of the role',
  },
};
