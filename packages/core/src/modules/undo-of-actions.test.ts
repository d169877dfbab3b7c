import { expect, it } from 'vitest';
import { isReversible } from '../definition/index.ts';
import { allResources } from './resources.ts';

/** Parses actions from `<resource>/<action>`; several actions may follow a resource. */
const named = (...lines: readonly string[]) =>
  lines.flatMap((line) => {
    const [entities = '', actions = ''] = line.split('/');
    return entities.split(',').flatMap((entity) => actions.split(',').map((action) => `${entity}/${action}`));
  });

const tasks = 'drawTask,slideTask,videoTask,musicTask,writeTask,mindMapTask';
const reviewed = 'agent,miniApp,writeTemplate';
const categories = 'drawCategory,drawPromptCategory,agentCategory,miniAppCategory,menuGroup';

/** Actions that are undone by restoring previous values or by deleting created records. */
const undone = named(
  'aiModel,aiIcon,aiBackground,vipFaq/enable,disable,reorder',
  `${categories}/enable,disable,reorder`,
  'drawPrompt,slideTemplate,musicStyle,mindMapTemplate,menuItem/enable,disable,reorder,clone',
  'aiTech,course/publish,schedule,unpublish,clone,reorder',
  'course/attach',
  `${reviewed}/submit,reject,unpublish,clone,reorder`,
  `${tasks}/approve,reject,unpublish`,
  'drawTask/recommend,unrecommend',
  'drawTask,drawPrompt,agent,miniApp/move',
  'pdfChunk,knowChunk,knowledge,bannedWord,signRule,riskRule/enable,disable',
  'clientApp,serviceClient,webhookEndpoint,identityProvider/disable',
  'knowDoc/enable,disable,archive,restore',
  'knowledge/transfer',
  'recallRecord/markGood,markBad',
  'violationLog/ignore,warn,reopen',
  'riskEvent/handle,ignore,reopen',
  'riskRestriction/revoke',
  'user/ban,unban,activate,addTags,removeTags',
  'inviteRecord/reject',
  'vipPlan,currencyPack,powerPack/publish,unpublish,clone,reorder',
  'redeemCode/extend',
  'helpDoc/schedule,unpublish,clone,reorder',
  'notice/compose,schedule,unpublish',
  'carousel/publish,unpublish,reorder',
  'courseSchedule/cancel',
  'distributor/reject,freeze,unfreeze,changeRate',
  'regionalAgent/suspend,resume,changeRate',
);

/** All other actions, by the reason why they cannot be undone. */
const whyNot: Readonly<Record<string, readonly string[]>> = {
  'it moves money or credits, or what they are held for': named(
    `${tasks}/retry,cancel,refund`,
    'user/adjustBalance,grantMembership',
    'hold/release',
    'inviteRecord/approve,reverse',
    'userMembership/extend,setEnd,suspend,resume,resetQuota,revoke',
    'signLog/revoke',
    'redemption/reverse',
    'order/markPaid,retryFulfillment,close,refund,sandboxPay',
    'refund/approve,reject,retry,markPaidManually',
    'commission/reverse',
    'distributor,regionalAgent/withdraw',
    'withdrawal/approve,reject,startPaying,markPaid,markFailed,requestAgain',
    'regionalAgent/settle,settleMonth',
  ),
  'it shows or changes a secret, or who may come in': named(
    'apiKey/reveal,rotate,setProxy',
    'redeemCode,withdrawal/reveal',
    'clientApp,serviceClient,webhookEndpoint/rotate,enable',
    'serviceClient/review',
    'identityProvider/changeSecret,enable',
    'admin/enable,disable,changeRole,resetPassword,resetTwoFactor,unlock,revokeSessions',
    'adminSession/revoke',
    'user/revokeSessions,verify,unverify,revealName',
    'riskEvent/banPeople',
  ),
  'it was sent out: somebody has seen it, or has been asked': named(
    'aiModel,apiKey,identityProvider,webhookEndpoint/test',
    'webhookDelivery/resend',
    'apiKey/checkBalance,compareModels',
    'order/queryUpstream',
    'notice/publish,resend',
    'user/sendNotice',
    'frontVersion/publish,rollback',
    'clientApp/release',
  ),
  'it leaves a version or a price that stays': named(
    `${reviewed}/publish,approve,rollback`,
    'helpDoc/publish,rollback',
    'aiModel/clone,changePrices',
  ),
  'it removes or rewrites content for good': named(
    `${categories}/merge`,
    'user/anonymize',
    'apiKey/deleteInvalid',
    'knowDoc/replace',
    'drawTask,slideTask,videoTask,musicTask/deleteFiles',
    'redeemBatch/clearExpired',
    'knowChunk/split,mergeNext,addQuestion',
    'dataset/runRetention,removeOrphans',
    'chatSession/purge,deleteMessage',
  ),
  'it starts, stops or is work that goes on without us': named(
    'pdfDoc/add,retry,reparse,cancel',
    'pdfChunk,knowChunk/reindex',
    'knowledge/rebuild,finishRebuild,cancelRebuild,exportZip,importZip',
    'knowDoc/add,addText,addUrl,retry,cancel,pause,resume,rechunk,setRule,move,addChunk,improve,importChunks',
    'apiKey/testAll',
    'backup/create,verify,upload',
    'backgroundJob/cancel,retry',
    'recallRun,writeRerun/cancel',
    'writeTask/rerun',
    'dataset/stats,rebuildSums,findOrphans',
  ),
  'a pool or a batch counts with it; the opposite action is the way back': named(
    'apiKey/enable,disable,clearCooldown,addModels',
    'redeemBatch/voidBatch,extend',
    'redeemCode/void,restore',
    'vipPlan,currencyPack,powerPack/setStock',
    'aiModel/renameGroup,syncProvider',
    'chatSession/flag',
  ),
  'others have built on it since: people earn, decide or hold by it': named(
    'distributor/approve,close',
    'regionalAgent/approve,terminate,renew,attachContract',
    'approval/approve,reject,withdraw',
  ),
  'it makes records that are deleted like any other': named(
    'redeemBatch/generate',
    'admin/invite',
    'recallRecord/test,batchTest,rerun,saveGolden',
    'goldenQuestion/run',
    'courseSchedule/copyToNextWeek',
    'writeTask/saveAsTemplate',
  ),
  'it only looks, and keeps no more than a line of it': named('bannedWord/check'),
};

const actions = allResources.flatMap((resource) =>
  Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on !== 'system' && action.reads !== true)
    .map(([name, action]) => [`${resource.name}/${name}`, action] as const),
);

it('every action that changes something can be undone or has a reason why not', () => {
  const decided = [...undone, ...Object.values(whyNot).flat()];
  expect([...new Set(decided)].sort()).toEqual([...decided].sort());
  expect(actions.map(([name]) => name).sort()).toEqual([...decided].sort());
});

it('isReversible accepts exactly the actions that can be undone', () => {
  const saying = actions.flatMap(([name, action]) => (isReversible(action) ? [name] : []));
  expect(saying.sort()).toEqual([...undone].sort());
});
