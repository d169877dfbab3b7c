import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/panels.ts';

export const words: WordsLike<typeof zh> = {
  panels: {
    orders: {
      created: 'Placed',
      paid: 'Paid',
      paidFen: 'Received',
      refunded: 'Refunds',
      refundedFen: 'Refunded',
      netFen: 'Net',
      payRateBps: 'Paid of placed',
      averageFen: 'Average order',
    },
    card: {
      sessions: 'Sessions',
      messages: 'Messages',
      tokens: 'Tokens',
      chatUsers: 'Chat users, 7 days',
      violations: 'Open violations',
      bannedWords: 'Banned words',
      helpDocs: 'Published help docs',
      notices: 'Published announcements',
      admins: 'Active admins',
    },
    todo: {
      ordersUndelivered: 'Orders not delivered',
      approvalsWaiting: 'Approvals that wait for a second admin',
      refundsRequested: 'Refunds that users ask for',
      refundsRunning: 'Refunds in progress',
      invitesToReview: 'Invite rewards to review',
      toReview: '{{resource}}: to review for all',
      keysWithProblems: 'Keys with problems',
      violationsOpen: 'Violations to handle',
      noticesDraft: 'Announcements in draft',
      docsDraft: 'Help docs in draft',
    },
    event: {
      violationOpened: {
        title: 'New violations to handle',
        subTitle: '{{number}} open',
        content: 'Last hit: {{words}}',
      },
      adminLocked: {
        title: 'An admin was locked out',
        subTitle: '{{name}}',
        content: 'Too many failed sign-ins, from {{ip}}',
      },
      noticePublished: {
        title: 'Announcement published',
        subTitle: '{{title}}',
        content: 'Users can see it now',
      },
      membershipsEnding: {
        title: 'Memberships are about to end',
        subTitle: 'Days left: {{days}}',
        content: 'Memberships that are not renewed so far: {{happened}}',
      },
      agentEnding: {
        title: 'A regional agent’s contract is about to end',
        subTitle: '{{name}}',
        content: 'Its last day: {{endOn}}',
      },
      importFailed: {
        title: 'Import finished with failures',
        subTitle: '{{resource}}',
        content: '{{failed}} rows were not imported; the result of the import says why',
      },
      keyDisabled: {
        title: 'An upstream key was disabled by itself',
        subTitle: '{{name}}',
        content: 'Error {{code}}; it is probed now and then, and comes back when it works',
      },
      auditBroken: {
        title: 'The audit log does not verify',
        subTitle: 'From row {{id}} on',
        content: 'Somebody may have changed it; look into it at once',
      },
      orderFulfilFailed: {
        title: 'An order could not be delivered',
        subTitle: '{{no}}',
        content: 'It was tried as often as it may be: {{why}}',
      },
      paymentOdd: {
        title: 'A payment does not fit its order',
        subTitle: '{{no}}',
        content: 'Too late, paid twice, or not the right amount, currency or channel: deliver it or refund it',
      },
      backupFailed: {
        title: 'A backup failed',
        subTitle: '{{name}}',
        content: '{{why}}',
      },
      refundStuck: {
        title: 'A refund did not go through',
        subTitle: '{{no}}',
        content: 'The gateway: {{why}}',
      },
    },
    health: {
      db: 'Database',
      disk: 'Disk',
      memory: 'Memory',
      eventLoop: 'Event loop',
      http: 'API errors',
    },
    measured: {
      latency: 'Answers in {{ms}} ms',
      noAnswer: 'Does not answer',
      used: '{{percent}}% used',
      delay: '99th percentile {{ms}} ms late',
      errors: '{{number}} in 5 minutes',
    },
  },
};
