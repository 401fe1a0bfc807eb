/** Whether a picture is the face from the game, which its owner did not choose and which consists of few pixels. */
export const isFace = (avatarUrl: string) => /\/avatars\/\d+\/face-[0-9a-f]{64}\.png$/.test(avatarUrl)
