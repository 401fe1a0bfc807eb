export const positionMessage = 'Please choose the position that you apply for'
