import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/entry.ts';

export const words: WordsLike<typeof zh> = {
  entry: {
    locale: 'Language',
    toDark: 'Dark mode',
    toLight: 'Light mode',
    unreachable: 'The server cannot be reached. Check the network or try again later.',
    reload: 'Reload',
    partOffline: 'The server cannot be reached. Loading resumes when it is back; what you typed is preserved.',
    partOutdated: 'This part could not be loaded. The console may have been updated: reload the page.',
    login: {
      title: 'Sign in to {{site}}',
      about: 'Use your admin account',
      remember: 'Remember my username',
      busy: 'Signing in…',
      failed: 'Sign-in failed. Reload the page and try again.',
      totpHint: 'Six digits from your authenticator app, or a recovery code',
      picture: 'No captcha visible? Use an image instead',
      answerWidget: 'Answer the captcha first',
      anotherCaptcha: 'Hard to read? Get another image',
    },
    setUp: {
      title: 'Create the first admin',
      about: 'This platform has no admin yet. Enter the setup code that the server printed when it started.',
      code: 'Setup code',
      codeHint: 'Can be used once.',
      name: 'Name',
      passwordHint: 'At least 15 characters. A long phrase is better than special characters.',
      create: 'Create and sign in',
    },
    newPassword: {
      title: 'Choose a new password',
      about: 'Your current password was set by another admin. Replace it with one that only you know.',
      next: 'New password',
      again: 'Repeat the new password',
      unlike: 'The passwords do not match',
      save: 'Save and continue',
    },
    banner: {
      faces: 'Define once, use everywhere',
      facesText: 'Each resource is defined once. The console, terminal, command line and API all use that definition.',
    },
    carousel: {
      role: 'carousel',
      label: 'Platform news',
      pause: 'Pause',
      play: 'Play',
    },
  },
};
