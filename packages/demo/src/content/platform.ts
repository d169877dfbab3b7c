/** Names of users: family names and given names. */
export const families = [
  ...[
    ['zhang', '张'],
    ['li', '李'],
    ['wang', '王'],
    ['liu', '刘'],
    ['chen', '陈'],
    ['yang', '杨'],
    ['zhao', '赵'],
  ],
  ...[
    ['huang', '黄'],
    ['zhou', '周'],
    ['wu', '吴'],
    ['xu', '徐'],
    ['sun', '孙'],
    ['hu', '胡'],
    ['guo', '郭'],
  ],
] as const satisfies readonly (readonly string[])[];
export const givens = [
  ...[
    ['yichen', '一辰'],
    ['zihan', '子涵'],
    ['yutong', '雨桐'],
    ['haoran', '浩然'],
    ['siyu', '思雨'],
    ['jiahui', '佳慧'],
  ],
  ...[
    ['mingze', '明泽'],
    ['xinyi', '欣怡'],
    ['tianyu', '天宇'],
    ['ruoxi', '若曦'],
    ['junjie', '俊杰'],
    ['mengqi', '梦琪'],
  ],
] as const satisfies readonly (readonly string[])[];
