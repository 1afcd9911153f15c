const day = 24 * 60 * 60;

/** firebase.google.com/docs/firestore/use-rest-api: `projects.databases`. Point-in-time recovery for seven days, and deletion protection. */
export const databaseProtection = {
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
} as const;

/** A database has at most one daily and one weekly schedule; 14 weeks is the longest that Firestore keeps a backup. */
export const backupSchedules = {
  daily: { retention: `${14 * day}s`, dailyRecurrence: {} },
  weekly: { retention: `${14 * 7 * day}s`, weeklyRecurrence: { day: 'SUNDAY' } },
} as const;
