import {
  actionPreviews,
  aiIcon,
  bannedWord,
  type Catalogue,
  catalogue,
  chatSession,
  course,
  knowDoc,
  knowledge,
  knowledgeExport,
  listTabs,
  mindMapTask,
  pdfDoc,
  recallRecord,
  redeemBatch,
  regionalAgent,
  resolveTab,
  slideTask,
  usageReport,
  writeTask,
} from '@gantry/core';
import type { ComponentType } from 'react';
import { Account } from '../../modules/auth/account.tsx';
import { chatThreadPage } from '../../modules/chats/chat-thread.tsx';
import { iconUpload } from '../../modules/content/icon-upload.tsx';
import { documentDownload, materialDownload, textDownload } from '../../modules/knowledge/document-download-page.tsx';
import {
  archiveCheckPage,
  archiveUploadPage,
  contractUploadPage,
  documentUploadPage,
  materialUploadPage,
} from '../../modules/knowledge/document-upload-page.tsx';
import { recallTestPage } from '../../modules/knowledge/recall-test.tsx';
import { wordTestPage } from '../../modules/moderation/word-test.tsx';
import { saveCodes } from '../../modules/redeem/save-codes.ts';
import { UsageScreen } from '../../modules/usage/usage-screen.tsx';
import { Workplace } from '../../modules/workplace/workplace.tsx';
import type { ActionPages } from '../resource/action-run.tsx';

/** Custom screens of the product by route: what neither a resource nor a settings page gives. */
export const customScreens: Readonly<Record<string, ComponentType>> = {
  '/workplace': Workplace,
  '/user/info': Account,
  '/user/setting': Account,
};

/** Reports that are tabs, each drawn by hand. */
export const reportScreens: Readonly<Record<string, ComponentType>> = {
  [usageReport.name]: UsageScreen,
};

/** Actions whose answer is shown in a way of its own, what is done beside them, what they would come to, and what comes next. */
export const actionPages: ActionPages = {
  own: {
    [`${bannedWord.name}.test`]: wordTestPage,
    [`${chatSession.name}.thread`]: chatThreadPage,
    [`${recallRecord.name}.test`]: recallTestPage,
    [`${knowledge.name}.checkZip`]: archiveCheckPage,
    [`${knowledge.name}.importZip`]: archiveUploadPage,
    [`${knowDoc.name}.add`]: documentUploadPage,
    [`${pdfDoc.name}.add`]: documentUploadPage,
    [`${regionalAgent.name}.attachContract`]: contractUploadPage,
    [`${course.name}.attach`]: materialUploadPage,
  },
  extra: {
    [aiIcon.name]: [iconUpload],
    [knowDoc.name]: [documentDownload],
    [pdfDoc.name]: [documentDownload],
    [regionalAgent.name]: [documentDownload],
    [course.name]: [materialDownload],
    [knowledgeExport.name]: [documentDownload],
    [writeTask.name]: [textDownload],
    [slideTask.name]: [textDownload],
    [mindMapTask.name]: [textDownload],
  },
  preview: actionPreviews,
  next: { [`${redeemBatch.name}.generate`]: saveCodes },
};

/** What a terminal leaves to another face, and why. */
const leftOut: Readonly<Record<string, string>> = {
  import: 'files are read by `gantry <resource> import`, which can be resumed',
  export: 'files are written by `gantry <resource> export`, which streams',
  'file upload': 'a picture is chosen in the console; its path can be typed here',
  'two-factor set-up': 'needs a picture to scan; done in the console',
  'access tokens': 'shown once and copied; made in the console',
};

function bindingOf(path: string, all: Catalogue): string {
  const custom = customScreens[path];
  if (custom) return `custom`;
  const tabs = listTabs(all, path).map((tab) => `${tab.kind} ${resolveTab(tab).name}`);
  return tabs.length > 0 ? tabs.join(', ') : 'absent: nothing is defined for it yet';
}

/** A line for each route of the product: what shows it here; then what is left out, and why. */
export function describeTuiScreens(all: Catalogue = catalogue): string[] {
  return [
    ...all.screens.map((screen) => `${screen.path}: ${bindingOf(screen.path, all)}`),
    ...Object.keys(actionPages.own).map((name) => `action ${name}: own page`),
    ...Object.entries(actionPages.extra).map(
      ([name, availableActions]) => `beside ${name}: ${availableActions.map(({ label }) => label.en).join(', ')}`,
    ),
    ...Object.entries(leftOut).map(([what, why]) => `left out, ${what}: ${why}`),
  ];
}
