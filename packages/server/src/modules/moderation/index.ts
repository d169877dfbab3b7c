import { bannedWord } from '@gantry/core';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { lookBack } from './look-back.ts';
import { createModerationTests } from './moderate-text.ts';
import { createTextHandlers } from './service-calls.ts';
import { checkWords, createBannedWordCheck, createWordCheck, testWords } from './word-check.ts';
import type { WordList } from './word-list.ts';

const checkWord = createWordCheck();

/** Banned words, and the moderation of texts. */
export const moderationModule = defineModule({
  name: 'moderation',
  actions: (deps: { readonly wordList: WordList; readonly settings: SettingsReader }) =>
    createOperationsFor(bannedWord, {
      test: testWords({ wordList: deps.wordList, checkWord }),
      lookBack: lookBack({ settings: deps.settings, checkWord }),
      check: checkWords(deps),
    }),
  checks: { [bannedWord.name]: createBannedWordCheck(checkWord) },
  serviceCalls: createTextHandlers,
  settingsTests: createModerationTests,
  notifications: ['violationOpened'],
});

export { checkSteps, isClean, toTextCheckAnswer } from './service-calls.ts';
export type { WordCheckDeps } from './word-check.ts';
export { createWordList, type WordList } from './word-list.ts';
