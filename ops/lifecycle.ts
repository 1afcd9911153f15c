/** The number of days in which a deleted or overwritten picture can be restored. */
export const deletedFileDays = 30;

/**
 * The settings of the bucket of pictures. Soft delete keeps overwritten objects too. Object versions would keep every deleted picture twice as
 * long (cloud.google.com/storage/docs/soft-delete).
 */
export const bucketSettings = () => ({
  softDeletePolicy: { retentionDurationSeconds: String(deletedFileDays * 24 * 60 * 60) },
  lifecycle: {
    rule: [{ action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: 7 } }],
  },
});
