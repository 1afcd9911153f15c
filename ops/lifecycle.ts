/** Days for which a deleted or overwritten picture can be brought back. */
export const deletedFileDays = 30;

/**
 * The settings of the bucket of pictures. Soft delete keeps overwritten objects too; versions on top of it would keep every deleted picture twice as
 * long (cloud.google.com/storage/docs/soft-delete).
 */
export const bucketSettings = () => ({
  softDeletePolicy: { retentionDurationSeconds: String(deletedFileDays * 24 * 60 * 60) },
  lifecycle: {
    rule: [{ action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: 7 } }],
  },
});
