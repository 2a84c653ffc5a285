/* @tags authors */
