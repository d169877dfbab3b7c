import { bannedWord, chatSession, writeRerun, writeTask } from '@gantry/core';
import type { OutboundGate } from '../../outbound/index.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { deleteRecord } from '../catalogue/delete-record.ts';
import { cancelRun } from '../recall/start-run.ts';
import { deleteMessage, deleteSession, flagMessage, previewPurge, purgeSessions } from './chat-deeds.ts';
import { chatThread } from './chat-thread.ts';
import { contentChecks } from './content-checks.ts';
import { contentOperations } from './content-operations.ts';
import { lookBack } from './look-back.ts';
import { rerunWrite } from './rerun-write.ts';
import { saveAsTemplate } from './save-as-template.ts';
import { checkWords } from './word-check.ts';
import { bannedWordCheck, createWordCheck } from './word-checks.ts';
import type { WordList } from './word-list.ts';
import { testWords } from './word-test.ts';

export interface AiNeeds {
  readonly wordList: WordList;
  readonly settings: SettingsReader;
  readonly gate?: OutboundGate;
}

export function aiOperations(needs: AiNeeds): Operations {
  return {
    [`${bannedWord.name}/test`]: testWords({ wordList: needs.wordList, checkWord: createWordCheck() }),
    [`${bannedWord.name}/lookBack`]: lookBack({ settings: needs.settings, checkWord: createWordCheck() }),
    [`${bannedWord.name}/check`]: checkWords(needs),
    [`${chatSession.name}/delete`]: deleteSession,
    [`${chatSession.name}/deleteMessage`]: deleteMessage(needs.settings),
    [`${chatSession.name}/flag`]: flagMessage,
    [`${chatSession.name}/previewPurge`]: previewPurge,
    [`${chatSession.name}/purge`]: purgeSessions,
    [`${writeTask.name}/saveAsTemplate`]: saveAsTemplate,
    [`${writeTask.name}/rerun`]: rerunWrite(needs.settings),
    [`${writeRerun.name}/cancel`]: { run: cancelRun },
    [`${writeRerun.name}/delete`]: deleteRecord(),
    [`${chatSession.name}/thread`]: chatThread(needs.settings),
    ...contentOperations,
  };
}

export function aiChecks(): RecordChecks {
  return { [bannedWord.name]: bannedWordCheck(createWordCheck()), ...contentChecks };
}
