import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/entry.ts';

export const words: WordsLike<typeof zh> = {
  entry: {
    locale: 'Language',
    toDark: 'Dark mode',
    toLight: 'Light mode',
    unreachable: 'The server cannot be reached: check the network, or try again later',
    reload: 'Reload',
    partOffline: 'The server cannot be reached. Loading resumes when it is back; what you typed is preserved.',
    partOutdated: 'This part could not be loaded. The console may have been updated: reload the page.',
    login: {
      title: 'Sign in to {{site}}',
      about: 'Use your administrator account',
      remember: 'Remember my username',
      busy: 'Signing in…',
      failed: 'Login error, refresh and try again',
      totpHint: 'Six digits from your authenticator app, or a recovery code',
      picture: 'Nothing to see? Use an image instead',
      answerWidget: 'Answer the captcha first',
      anotherCaptcha: 'Hard to read? Get another image',
    },
    setUp: {
      title: 'Create the first admin',
      about: 'This platform has no administrator yet. Use the set-up code that the server printed when it started.',
      code: 'Setup code',
      codeHint: 'It works once',
      name: 'Name',
      passwordHint: 'At least 15 characters; a long phrase beats odd symbols',
      create: 'Create and sign in',
    },
    newPassword: {
      title: 'Choose a new password',
      about: 'Your current password was set by another admin. Replace it with one that only you know.',
      next: 'New password',
      again: 'Once more',
      unlike: 'The two are not the same',
      save: 'Save and go on',
    },
    banner: {
      faces: 'Define once, use everywhere',
      facesText: 'Each kind of record is described once; console, terminal, command line and API say the same thing',
    },
    carousel: {
      role: 'carousel',
      label: 'Platform news',
      pause: 'Pause',
      play: 'Play',
    },
  },
};
